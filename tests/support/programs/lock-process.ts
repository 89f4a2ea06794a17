import { lockFolder } from '#server/storage/folder-lock.ts'

/** As a program: `dataDir`. Takes the lock, says so, and holds it until it is killed. */
lockFolder(process.argv[2] ?? '')
console.log('locked')
setInterval(() => {}, 60_000)
