import { printTable, type Row } from './support/table.ts'

/** `npm run bench` runs all sections, `npm run bench -- server` one. */
const sections: Record<string, () => Promise<{ measure: () => Promise<readonly Row[]>; title: string }>> = {
  sizes: () => import('./sizes.ts'),
  pages: () => import('./pages.ts'),
  'long-chat': () => import('./long-chat.ts'),
  typing: () => import('./typing.ts'),
  'many-chats': () => import('./many-chats.ts'),
  offline: () => import('./offline.ts'),
  server: () => import('./server.ts'),
  processes: () => import('./processes.ts'),
  search: () => import('./search.ts'),
  year: () => import('./year.ts'),
  'admin-lists': () => import('./admin-lists.ts'),
  'admin-figures': () => import('./admin-metrics.ts'),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in sections))
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}.`)
  process.exit(2)
}

for (const [name, load] of Object.entries(sections)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const section = await load()
  printTable(section.title, await section.measure())
}
