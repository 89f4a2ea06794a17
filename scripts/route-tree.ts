/** The options that generate `src/routeTree.gen.ts` from `src/routes`, shared by Vite and the check. */
export const routeTreeOptions = {
  target: 'react',
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
  quoteStyle: 'single',
  addExtensions: true,
  disableLogging: true,
  tmpDir: '.cache/tanstack',
} as const
