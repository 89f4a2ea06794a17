import { coldOpen } from './measurements/cold-open.ts'
import { enqueueTimes } from './measurements/enqueue.ts'
import { flushQueue } from './measurements/flush-queue.ts'
import { withEnvironment } from './support/bench-environment.ts'
import { median, ms, quantile, type Row, ratio } from './support/table.ts'

export const title = 'Offline'

/** The queue of `tests/bench/measurements/flush-queue.ts`. */
const CHATS = 10
const EACH = 10
const ROUND_TRIP_MS = 300

export function measure(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const open = await coldOpen(environment)
    const shown = await enqueueTimes(environment)
    const queue = { chats: CHATS, each: EACH, roundTripMs: ROUND_TRIP_MS }
    const flushed = await flushQueue(environment, { ...queue, http2: true })
    const overSix = await flushQueue(environment, { ...queue, http2: false })
    const longest = EACH * ROUND_TRIP_MS
    return [
      ['no network, cold worker, 4×: readable and typable', ms(median(open.cold)), '1000 ms'],
      ['  of that, until the first paint (the mark, before our code)', ms(median(open.painted))],
      ['  the same with the worker running', ms(median(open.warm))],
      ['  ratio', ratio(median(open.cold), median(open.warm))],
      ['  with the worker running, with the network and the server', ms(median(open.online))],
      [
        '  ratio of opening without a network to opening with it',
        ratio(median(open.warm), median(open.online)),
        '1.25×',
      ],
      ['Enter to "Waiting" painted, 4×, median', ms(median(shown)), '40 ms'],
      ['  95th percentile', ms(quantile(shown, 0.95))],
      [`${CHATS * EACH} messages over ${CHATS} chats on ${ROUND_TRIP_MS} ms: flushed over HTTP/2 in`, ms(flushed)],
      ['  round trips of the longest chat', ms(longest)],
      ['  ratio', ratio(flushed, longest), '1.50×'],
      ['  ratio over HTTP/1.1: six connections, so 1.67× at best', ratio(overSix, longest), '2.00×'],
      ['  ratio if they went one after the other', ratio(CHATS * EACH * ROUND_TRIP_MS, longest)],
    ]
  })
}
