"""The edge: reads calls into typed orders, asks one service, shapes the reply. The only package that serves HTTP."""
