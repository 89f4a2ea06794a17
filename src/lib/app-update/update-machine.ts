/**
 * How one page of the app gets from the build that it was loaded with to a newer one. Pure: `transition` takes a state and
 * an event, and returns the next state with the commands to run (src/lib/app-update/app-update.ts).
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> noWorker
 *   noWorker --> installed: controlled
 *   noWorker --> waiting: found
 *   noWorker --> controlling: older
 *   noWorker --> activating: pressed, missing
 *   noWorker --> reaching: removed
 *   installed --> waiting: found
 *   installed --> controlling: controlled, older
 *   installed --> activating: pressed, missing
 *   installed --> reaching: removed
 *   waiting --> controlling: controlled, older
 *   waiting --> activating: pressed, missing
 *   waiting --> reaching: removed
 *   controlling --> waiting: found
 *   controlling --> activating: pressed, missing
 *   controlling --> reaching: removed
 *   removed --> waiting: found
 *   removed --> activating: pressed, missing
 *   removed --> reaching: removed
 *   removed --> saving: reachable
 *   activating --> noWorker: overdue
 *   activating --> installed: overdue
 *   activating --> waiting: overdue
 *   activating --> controlling: overdue
 *   activating --> removed: overdue
 *   activating --> activating: found, overdue
 *   activating --> reaching: controlled, removed, nobody
 *   activating --> saving: controlled, nobody
 *   reaching --> noWorker: unreachable
 *   reaching --> installed: unreachable
 *   reaching --> removed: unreachable
 *   reaching --> activating: found
 *   reaching --> saving: reachable, controlled
 *   saving --> noWorker: unsaved
 *   saving --> installed: unsaved
 *   saving --> waiting: unsaved
 *   saving --> controlling: unsaved
 *   saving --> removed: unsaved
 *   saving --> activating: found
 *   saving --> reaching: removed
 *   saving --> leaving: saved
 *   leaving --> [*]
 *   note right of reaching: reaching, saving and leaving are the steps of `reloading`
 * ```
 *
 * A page that stays goes back to the state it came from, and the update is offered again. In `removed` nobody has to do
 * anything: the page looks for the server until it is reloaded. No event leads out of `leaving`: what comes late (a worker,
 * a second press) cannot reload the page twice.
 */

/** How often a waiting worker is asked to take over: the browser may stop it before it has read the first message. */
export const ASKS_MAX = 5

/**
 * States in which nothing is under way. `noWorker`: none is in charge of this page. `installed`: the worker of the page's
 * own build is. `waiting`: a newer one is installed and waits to be let in. `controlling`: a newer one is in charge.
 * `removed`: the operator has taken the worker out.
 */
type Rest = 'noWorker' | 'installed' | 'waiting' | 'controlling' | 'removed'

/** Who wants the reload: the person, a part of the app that could not be loaded, or the operator. */
type Cause = 'person' | 'part' | 'operator'

/** Why an update that was asked for did not happen: what is typed could not be saved, or the server not be reached. */
export type UpdateFailure = 'unsaved' | 'unreachable'

/** Each offer is an object of its own, so that a second one is noticed after the first was put off. */
export interface UpdateOffer {
  /** Of the attempt before; null when there was none. */
  failure: UpdateFailure | null
}

export type UpdateState =
  | { at: Rest; offer: UpdateOffer | null }
  | { at: 'activating'; rest: Rest; cause: Cause; asks: number; offer: null }
  | { at: 'reloading'; step: 'saving' | 'reaching' | 'leaving'; rest: Rest; cause: Cause; offer: null }

export type UpdateEvent =
  /** Another worker than before is in charge of the page (`controllerchange`), or one is from the start. */
  | 'controlled'
  /** A newer worker has been installed and waits. */
  | 'found'
  /** The worker in charge comes from another build than the page. */
  | 'older'
  /** A newer build has changed the database, which this page can no longer use. */
  | 'outdated'
  /** The person wants the update. */
  | 'pressed'
  /** A part of the app could not be loaded. */
  | 'missing'
  /** The operator has taken the worker out. */
  | 'removed'
  /** No worker waits to be let in. */
  | 'nobody'
  /** The worker that was asked has not taken over in time. */
  | 'overdue'
  | 'saved'
  | 'unsaved'
  | 'reachable'
  | 'unreachable'

/**
 * `ask`: let the waiting worker in; answers with `nobody`, or `overdue` after a while. `save`: what is typed; answers with
 * `saved` or `unsaved`. `reach`: the server; answers with `reachable` or `unreachable`. `await`: the server, for as long as
 * it takes; answers with `reachable`. `reload`: load the page anew.
 */
export type UpdateCommand = 'ask' | 'save' | 'reach' | 'await' | 'reload'

export interface Transition {
  state: UpdateState
  command?: UpdateCommand
}

export const firstUpdateState: UpdateState = { at: 'noWorker', offer: null }

export function transition(state: UpdateState, event: UpdateEvent): Transition {
  if (state.at === 'activating') return whileActivating(state, event)
  if (state.at === 'reloading') return whileReloading(state, event)
  return atRest(state, event)
}

type At<Name> = Extract<UpdateState, { at: Name }>

const offerAt = (at: Rest, failure: UpdateFailure | null = null): Transition => ({ state: { at, offer: { failure } } })

/** Where the operator has taken the worker out, the reload only waits for the server. */
const stay = (at: Rest, offer: UpdateOffer | null): Transition =>
  at === 'removed' ? { state: { at, offer }, command: 'await' } : { state: { at, offer } }

function atRest(state: At<Rest>, event: UpdateEvent): Transition {
  const { at, offer } = state
  switch (event) {
    case 'controlled': {
      const rest = afterControlled(at)
      return { state: { at: rest, offer: rest === 'controlling' ? (offer ?? { failure: null }) : offer } }
    }
    case 'older':
      return at === 'removed' ? { state } : { state: { at: 'controlling', offer: offer ?? { failure: null } } }
    case 'found':
      return offerAt('waiting')
    case 'outdated':
      return { state: { at, offer: offer ?? { failure: null } } }
    case 'pressed':
      return activate(at, 'person')
    case 'missing':
      return activate(at, 'part')
    case 'removed':
      return leave('removed', 'operator')
    case 'reachable':
      return at === 'removed' ? save(at, 'operator') : { state }
    default:
      return { state }
  }
}

/** The first worker is of the page's build; the one that takes the worker out has no page to answer with. */
function afterControlled(rest: Rest): Rest {
  if (rest === 'noWorker') return 'installed'
  return rest === 'removed' ? rest : 'controlling'
}

const activate = (rest: Rest, cause: Cause): Transition => ({
  state: { at: 'activating', rest, cause, asks: 1, offer: null },
  command: 'ask',
})

/** First whatever takes time, so that nothing is typed between saving and the reload. */
const leave = (rest: Rest, cause: Cause): Transition =>
  needsServer(rest)
    ? { state: { at: 'reloading', step: 'reaching', rest, cause, offer: null }, command: 'reach' }
    : save(rest, cause)

const save = (rest: Rest, cause: Cause): Transition => ({
  state: { at: 'reloading', step: 'saving', rest, cause, offer: null },
  command: 'save',
})

/** Where no worker would answer with a page, and where the worker's own page is the one that lacks a part. */
const needsServer = (rest: Rest) => rest !== 'waiting' && rest !== 'controlling'

function whileActivating(state: At<'activating'>, event: UpdateEvent): Transition {
  const { rest, cause, asks } = state
  switch (event) {
    case 'controlled':
      return leave(afterControlled(rest), cause)
    case 'nobody':
      return leave(rest, cause)
    case 'found':
      // The one that was asked is gone, replaced by this one.
      return { state: { ...state, rest: 'waiting' }, command: 'ask' }
    case 'overdue':
      // No reload: in Chromium one that begins before the newer worker has taken over may wait for ever.
      if (asks >= ASKS_MAX) return stay(rest, { failure: null })
      return { state: { ...state, asks: asks + 1 }, command: 'ask' }
    case 'pressed':
      return { state: { ...state, cause: 'person' } }
    case 'removed':
      return leave('removed', 'operator')
    default:
      return { state }
  }
}

function whileReloading(state: At<'reloading'>, event: UpdateEvent): Transition {
  const { step, rest, cause } = state
  if (step === 'leaving') return { state }
  switch (event) {
    case 'found':
      // A reload now would bring the page of the worker that is about to be replaced.
      return activate('waiting', cause)
    case 'controlled': {
      const now = afterControlled(rest)
      // The page no longer has to come from the server.
      return step === 'reaching' && !needsServer(now) ? leave(now, cause) : { state: { ...state, rest: now } }
    }
    case 'removed':
      return step === 'reaching' ? { state: { ...state, rest: 'removed' } } : leave('removed', cause)
    default:
      return step === 'reaching' ? reached(state, event) : saved(state, event)
  }
}

function reached(state: At<'reloading'>, event: UpdateEvent): Transition {
  const { rest, cause } = state
  if (event === 'reachable') return save(rest, cause)
  if (event !== 'unreachable') return { state }
  // Who asked for nothing is not told that it failed: a missing part has its own page, the operator's reload waits.
  return stay(rest, cause === 'person' ? { failure: 'unreachable' } : null)
}

function saved(state: At<'reloading'>, event: UpdateEvent): Transition {
  if (event === 'saved') return { state: { ...state, step: 'leaving' }, command: 'reload' }
  return event === 'unsaved' ? offerAt(state.rest, 'unsaved') : { state }
}
