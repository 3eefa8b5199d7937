"""Review of past evenings: what is counted, how sure it is, and how it is told."""
