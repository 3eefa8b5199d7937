"""An evening in WebKit, the engine of Safari, where WebKitGTK's driver is installed."""
