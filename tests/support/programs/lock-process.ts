import { lockFolder } from '#server/storage/folder-lock.ts'

/** Program: `dataDir`. Takes the lock, reports it, and holds it until it is killed. */
lockFolder(process.argv[2] ?? '')
console.log('locked')
setInterval(() => {}, 60_000)
