/** Loaded into a measured process: collects garbage on SIGUSR2, so that its metrics tell what it really retains. */
process.on('SIGUSR2', () => {
  globalThis.gc?.()
})
