import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './config/project-root.ts'

// Loads the scripts that look for the build in half of the time, from the second start on, if the folder is writable.
enableCompileCache(join(projectRoot, 'node_modules', '.cache', 'node'))

await import(await findProgram())

/** The bundled server, which starts in a third of the time, if it is a bundle of the present sources. */
async function findProgram(): Promise<string> {
  const sources = './main.ts'
  // A deployment may lack the sources of the app, and the tools.
  if (!existsSync(join(projectRoot, 'src'))) return sources
  const { buildIfOutdated, isBuilt, serverProgram } = await import('../scripts/build.ts')
  await buildIfOutdated().catch((error: unknown) => {
    process.stderr.write(`The app could not be built: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
  return (await isBuilt('server')) ? pathToFileURL(serverProgram).href : sources
}
