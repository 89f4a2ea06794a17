import type { Page } from '@playwright/test'
import * as v from 'valibot'

/** An entry of Chromium's trace format; `tdur` is the processor time of the thread in microseconds. */
const Entry = v.object({
  ...{ ph: v.string(), name: v.string(), pid: v.number(), tid: v.number(), ts: v.number() },
  dur: v.optional(v.number(), 0),
  tdur: v.optional(v.number(), 0),
  args: v.optional(v.object({ data: v.optional(v.object({ type: v.optional(v.unknown()) })) })),
})
type Entry = v.InferOutput<typeof Entry>
const Trace = v.object({ traceEvents: v.array(v.unknown()) })

/**
 * Milliseconds of the processor that the longest task with a scroll event takes while `work` runs: handlers, style,
 * layout and paint, without collections of all garbage, which fall into one task or another by chance. Unlike the
 * length of a task, it is the same beside other programs.
 */
export async function longestFrame(page: Page, work: (page: Page) => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('a context without a browser')
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8']
  await browser.startTracing(page, { categories })
  await work(page)
  const { traceEvents } = v.parse(Trace, JSON.parse((await browser.stopTracing()).toString()))
  const entries = traceEvents.flatMap((entry) => (v.is(Entry, entry) ? v.parse(Entry, entry) : []))
  const spans = entries.filter(({ ph }) => ph === 'X')
  const scrolls = spans.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'scroll')
  const tasks = spans.filter((task) => task.name === 'RunTask' && scrolls.some((scroll) => isWithin(scroll, task)))
  const collections = spans.filter(({ name }) => name === 'MajorGC')
  const times = tasks.map((task) =>
    collections
      .filter((collection) => isWithin(collection, task))
      .reduce((left, collection) => left - collection.tdur, task.tdur),
  )
  if (times.length === 0) throw new Error('the trace has no task with a scroll event')
  return Math.max(...times) / 1000
}

const isWithin = (inner: Entry, outer: Entry): boolean =>
  inner.pid === outer.pid &&
  inner.tid === outer.tid &&
  inner.ts >= outer.ts &&
  inner.ts + inner.dur <= outer.ts + outer.dur
