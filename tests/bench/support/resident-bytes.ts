import type { LiveServer } from '#support/servers/live-server.ts'

/** The memory of a server's process, as its metrics tell it. */
export async function residentBytes(server: LiveServer): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const value = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]
  if (value === undefined) throw new Error('the metrics do not tell the memory')
  return Number(value)
}
