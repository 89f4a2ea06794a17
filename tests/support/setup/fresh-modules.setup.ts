import { vi } from 'vitest'

// The files of a worker share its process. Each loads the app's modules again, so that no state of an earlier file
// remains, such as a closed database connection.
vi.resetModules()
