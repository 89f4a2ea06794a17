/**
 * The state machine that updates one page from its build to a newer one. Pure: `transition` takes a state and an event,
 * and returns the next state with the command to run (src/lib/app-update/app-update.ts).
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
 *   leaving --> noWorker: stayed
 *   leaving --> installed: stayed
 *   leaving --> waiting: stayed
 *   leaving --> controlling: stayed
 *   leaving --> removed: stayed
 *   leaving --> [*]
 *   note right of reaching: reaching, saving and leaving are the steps of `reloading`
 * ```
 *
 * A page that is not reloaded returns to its previous state. The update is offered again, unless the server was
 * unreachable and the user had not requested the reload. In `removed` the page probes an unreachable server until it
 * can reload, without the user. Only `stayed` leads out of `leaving`: a late event (a worker, a second press) cannot
 * reload the page twice.
 */

/** How often a waiting worker is messaged to take over: the browser may stop it before it reads the first one. */
const ASKS_MAX = 5

/**
 * The states without a running step. `noWorker`: no worker controls this page. `installed`: the worker of the page's
 * own build does. `waiting`: a newer one is installed and waits to be activated. `controlling`: a newer one is active.
 * `removed`: the operator has disabled the worker.
 */
type Rest = 'noWorker' | 'installed' | 'waiting' | 'controlling' | 'removed'

/** The cause of the reload: the user, a chunk that could not be loaded, or the operator. */
type Cause = 'user' | 'chunk' | 'operator'

/**
 * Why an update has failed: unsaved input could not be stored, the server was unreachable, or the worker took too long.
 */
type UpdateFailure = 'unsaved' | 'unreachable' | 'overdue'

/** Each offer is a new object, so that a repeated offer is shown after the user has dismissed the first. */
export interface UpdateOffer {
  /** Why the last attempt failed; null when there was none. */
  failure: UpdateFailure | null
}

export type UpdateState =
  | { at: Rest; offer: UpdateOffer | null }
  | { at: 'activating'; rest: Rest; cause: Cause; asks: number; offer: null }
  | { at: 'reloading'; step: 'saving' | 'reaching' | 'leaving'; rest: Rest; cause: Cause; offer: null }

export type UpdateEvent =
  /** Another worker controls the page now (`controllerchange`), or one does from the start. */
  | 'controlled'
  /** A newer worker is installed and waits. */
  | 'found'
  /** The active worker comes from another build than the page. */
  | 'older'
  /** A newer build has upgraded the database, which this page can no longer use. */
  | 'outdated'
  /** The user has requested the update. */
  | 'pressed'
  /** A chunk of the app could not be loaded. */
  | 'missing'
  /** The operator has disabled the worker. */
  | 'removed'
  /** No worker is waiting. */
  | 'nobody'
  /** The worker that was messaged has not taken over in time. */
  | 'overdue'
  | 'saved'
  | 'unsaved'
  | 'reachable'
  | 'unreachable'
  /** The user has refused to leave: the browser asks first where something would be lost. */
  | 'stayed'

/**
 * `ask`: activate the waiting worker; results in `nobody`, or `overdue` after a while. `save`: store unsaved input;
 * results in `saved` or `unsaved`. `reach`: probe the server; results in `reachable` or `unreachable`. `await`: wait
 * for the server without limit; results in `reachable`. `reload`: reload the page; results in
 * `stayed` when the user refuses.
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

/** After the operator has disabled the worker, the reload only waits for the server. */
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
      return activate(at, 'user')
    case 'missing':
      return activate(at, 'chunk')
    case 'removed':
      return leave('removed', 'operator')
    case 'reachable':
      return at === 'removed' ? save(at, 'operator') : { state }
    default:
      return { state }
  }
}

/** The first worker is of the page's build. A worker that takes over in `removed` serves no pages. */
function afterControlled(rest: Rest): Rest {
  if (rest === 'noWorker') return 'installed'
  return rest === 'removed' ? rest : 'controlling'
}

const activate = (rest: Rest, cause: Cause): Transition => ({
  state: { at: 'activating', rest, cause, asks: 1, offer: null },
  command: 'ask',
})

/** Steps that take time come first, so that the user types nothing between saving and the reload. */
const leave = (rest: Rest, cause: Cause): Transition =>
  needsServer(rest)
    ? { state: { at: 'reloading', step: 'reaching', rest, cause, offer: null }, command: 'reach' }
    : save(rest, cause)

const save = (rest: Rest, cause: Cause): Transition => ({
  state: { at: 'reloading', step: 'saving', rest, cause, offer: null },
  command: 'save',
})

/** The reload needs the server where no worker serves a page, and where the worker's own page lacks a chunk. */
const needsServer = (rest: Rest) => rest !== 'waiting' && rest !== 'controlling'

function whileActivating(state: At<'activating'>, event: UpdateEvent): Transition {
  const { rest, cause, asks } = state
  switch (event) {
    case 'controlled':
      return leave(afterControlled(rest), cause)
    case 'nobody':
      return leave(rest, cause)
    case 'found':
      // This worker has replaced the one that was messaged.
      return { state: { ...state, rest: 'waiting' }, command: 'ask' }
    case 'overdue':
      // No reload: in Chromium a reload that begins before the newer worker has taken over may never end.
      if (asks >= ASKS_MAX) return stay(rest, { failure: cause === 'user' ? 'overdue' : null })
      return { state: { ...state, asks: asks + 1 }, command: 'ask' }
    case 'pressed':
      return { state: { ...state, cause: 'user' } }
    case 'removed':
      return leave('removed', 'operator')
    default:
      return { state }
  }
}

function whileReloading(state: At<'reloading'>, event: UpdateEvent): Transition {
  const { step, rest, cause } = state
  // Offered again, and not begun again without the user, whom the browser would ask once more.
  if (step === 'leaving') return event === 'stayed' ? offerAt(rest) : { state }
  switch (event) {
    case 'found':
      // A reload now would load the page of the worker that is about to be replaced.
      return activate('waiting', cause)
    case 'controlled': {
      const now = afterControlled(rest)
      // A newer worker serves the page now, so the server is not needed.
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
  // Only the user is notified of a failure: a missing chunk has its own error page, and the operator's reload waits.
  return stay(rest, cause === 'user' ? { failure: 'unreachable' } : null)
}

function saved(state: At<'reloading'>, event: UpdateEvent): Transition {
  if (event === 'saved') return { state: { ...state, step: 'leaving' }, command: 'reload' }
  return event === 'unsaved' ? offerAt(state.rest, 'unsaved') : { state }
}
