import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

/** The store of the settings: an S3-compatible one by FILES_S3_*, else a folder in DATA_DIR. */
export function createFileStore({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): FileStore {
  return files.s3 === null ? createFolderStore(join(dataDir, 'files')) : createS3Store(files.s3)
}
