/** How `src/routes` becomes `src/routeTree.gen.ts`; shared by Vite and by the check, which both write it. */
export const routeTreeOptions = {
  target: 'react',
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
  quoteStyle: 'single',
  addExtensions: true,
  disableLogging: true,
  tmpDir: '.cache/tanstack',
} as const
