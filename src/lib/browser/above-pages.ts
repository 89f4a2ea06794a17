import type { ReactNode } from 'react'
import { createStore } from '#lib/store.ts'

/** What the app's frame renders beside the page, so that it stays when its user goes to another page. */
export const abovePages = createStore<ReactNode>(null)
