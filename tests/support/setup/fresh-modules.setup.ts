import { vi } from 'vitest'

// The files of a worker share its process. Each loads the app's modules anew, so that none meets what another one left in
// them, such as a database connection that is closed for good.
vi.resetModules()
