import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

const packageFile = findPackageJSON('.', import.meta.url)
if (packageFile === undefined) throw new Error(`no folder above ${import.meta.url} has a package.json`)

/** The absolute path of the project, the same for the sources and for the bundle of them. */
export const projectRoot = dirname(packageFile)
