"""Games that `tablier new` begins with: each is a real one, which is copied under another name."""
