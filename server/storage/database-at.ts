/** The name and host of a PostgreSQL database for messages, without the URL's password. */
export function databaseAt(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `The PostgreSQL database ${pathname.slice(1) || '(no name)'} at ${host || 'this machine'}`
}
