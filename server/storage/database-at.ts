/** Names a PostgreSQL database for messages, by its name and host only: the whole URL has a password in it. */
export function databaseAt(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `The PostgreSQL database ${pathname.slice(1) || '(no name)'} at ${host || 'this machine'}`
}
