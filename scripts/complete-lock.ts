import { join } from 'node:path'
import { completeLock } from './check/lock-file.ts'

const count = await completeLock(join(import.meta.dirname, '..'))
console.log(count === 0 ? 'package-lock.json is complete' : `package-lock.json: ${count} packages put back`)
