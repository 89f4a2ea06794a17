import { Generator, getConfig } from '@tanstack/router-generator'
import { routeTreeOptions } from '../route-tree.ts'

/** Generates `src/routeTree.gen.ts` from the files in `src/routes`, as Vite does; types depend on it. */
export async function writeRouteTree(root: string): Promise<void> {
  const config = getConfig({ ...routeTreeOptions }, root)
  await new Generator({ config, root }).run()
}
