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
 *   noWorker --> probing: removed
 *   installed --> waiting: found
 *   installed --> controlling: controlled, older
 *   installed --> activating: pressed, missing
 *   installed --> probing: removed
 *   waiting --> controlling: controlled, older
 *   waiting --> activating: pressed, missing
 *   waiting --> probing: removed
 *   controlling --> waiting: found
 *   controlling --> activating: pressed, missing
 *   controlling --> probing: removed
 *   removed --> waiting: found
 *   removed --> activating: pressed, missing
 *   removed --> probing: removed
 *   removed --> saving: reachable
 *   activating --> noWorker: overdue
 *   activating --> installed: overdue
 *   activating --> waiting: overdue
 *   activating --> controlling: overdue
 *   activating --> removed: overdue
 *   activating --> activating: found, overdue
 *   activating --> probing: controlled, removed, noWaitingWorker
 *   activating --> saving: controlled, noWaitingWorker
 *   probing --> noWorker: unreachable
 *   probing --> installed: unreachable
 *   probing --> removed: unreachable
 *   probing --> activating: found
 *   probing --> saving: reachable, controlled
 *   saving --> noWorker: unsaved
 *   saving --> installed: unsaved
 *   saving --> waiting: unsaved
 *   saving --> controlling: unsaved
 *   saving --> removed: unsaved
 *   saving --> activating: found
 *   saving --> probing: removed
 *   saving --> leaving: saved
 *   leaving --> noWorker: stayed
 *   leaving --> installed: stayed
 *   leaving --> waiting: stayed
 *   leaving --> controlling: stayed
 *   leaving --> removed: stayed
 *   leaving --> [*]
 *   note right of probing: probing, saving and leaving are the steps of `reloading`
 * ```
 *
 * A page that is not reloaded returns to its previous state. The update is offered again, unless the server was
 * unreachable and the user had not requested the reload. In `removed` the page probes an unreachable server until it
 * can reload, without the user. Only `stayed` leads out of `leaving`: a late event (a worker, a second press) cannot
 * reload the page twice.
 */

/** How often a waiting worker is messaged to activate: the browser may stop it before it reads the first message. */
const ACTIVATIONS_MAX = 5

/**
 * The states without a running step. `noWorker`: no worker controls this page. `installed`: the worker of the page's
 * own build does. `waiting`: a newer one is installed and waits to be activated. `controlling`: a newer one is active.
 * `removed`: the operator has disabled the worker.
 */
type IdleState = 'noWorker' | 'installed' | 'waiting' | 'controlling' | 'removed'

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
  | { at: IdleState; offer: UpdateOffer | null }
  | { at: 'activating'; idle: IdleState; cause: Cause; attempts: number; offer: null }
  | { at: 'reloading'; step: 'saving' | 'probing' | 'leaving'; idle: IdleState; cause: Cause; offer: null }

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
  | 'noWaitingWorker'
  /** The worker that was messaged has not taken over in time. */
  | 'overdue'
  | 'saved'
  | 'unsaved'
  | 'reachable'
  | 'unreachable'
  /** The user has refused to leave: the browser asks first where something would be lost. */
  | 'stayed'

/**
 * `activate`: activate the waiting worker; results in `noWaitingWorker`, or `overdue` after a while. `save`: store
 * unsaved input; results in `saved` or `unsaved`. `probe`: probe the server; results in `reachable` or `unreachable`.
 * `awaitServer`: probe it without limit; results in `reachable`. `reload`: reload the page; results in `stayed` when the
 * user refuses.
 */
export type UpdateCommand = 'activate' | 'save' | 'probe' | 'awaitServer' | 'reload'

export interface Transition {
  state: UpdateState
  command?: UpdateCommand
}

export const firstUpdateState: UpdateState = { at: 'noWorker', offer: null }

export function transition(state: UpdateState, event: UpdateEvent): Transition {
  if (state.at === 'activating') return whileActivating(state, event)
  if (state.at === 'reloading') return whileReloading(state, event)
  return whileIdle(state, event)
}

type At<Name> = Extract<UpdateState, { at: Name }>

const offerAt = (at: IdleState, failure: UpdateFailure | null = null): Transition => ({
  state: { at, offer: { failure } },
})

/** After the operator has disabled the worker, the reload only waits for the server. */
const stay = (at: IdleState, offer: UpdateOffer | null): Transition =>
  at === 'removed' ? { state: { at, offer }, command: 'awaitServer' } : { state: { at, offer } }

function whileIdle(state: At<IdleState>, event: UpdateEvent): Transition {
  const { at, offer } = state
  switch (event) {
    case 'controlled': {
      const idle = afterControlled(at)
      return { state: { at: idle, offer: idle === 'controlling' ? (offer ?? { failure: null }) : offer } }
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
function afterControlled(idle: IdleState): IdleState {
  if (idle === 'noWorker') return 'installed'
  return idle === 'removed' ? idle : 'controlling'
}

const activate = (idle: IdleState, cause: Cause): Transition => ({
  state: { at: 'activating', idle, cause, attempts: 1, offer: null },
  command: 'activate',
})

/** Steps that take time come first, so that the user types nothing between saving and the reload. */
const leave = (idle: IdleState, cause: Cause): Transition =>
  needsServer(idle)
    ? { state: { at: 'reloading', step: 'probing', idle, cause, offer: null }, command: 'probe' }
    : save(idle, cause)

const save = (idle: IdleState, cause: Cause): Transition => ({
  state: { at: 'reloading', step: 'saving', idle, cause, offer: null },
  command: 'save',
})

/** The reload needs the server where no worker serves a page, and where the worker's own page lacks a chunk. */
const needsServer = (idle: IdleState) => idle !== 'waiting' && idle !== 'controlling'

function whileActivating(state: At<'activating'>, event: UpdateEvent): Transition {
  const { idle, cause, attempts } = state
  switch (event) {
    case 'controlled':
      return leave(afterControlled(idle), cause)
    case 'noWaitingWorker':
      return leave(idle, cause)
    case 'found':
      // This worker has replaced the one that was messaged.
      return { state: { ...state, idle: 'waiting' }, command: 'activate' }
    case 'overdue':
      // No reload: in Chromium a reload that begins before the newer worker has taken over may never end.
      if (attempts >= ACTIVATIONS_MAX) return stay(idle, { failure: cause === 'user' ? 'overdue' : null })
      return { state: { ...state, attempts: attempts + 1 }, command: 'activate' }
    case 'pressed':
      return { state: { ...state, cause: 'user' } }
    case 'removed':
      return leave('removed', 'operator')
    default:
      return { state }
  }
}

function whileReloading(state: At<'reloading'>, event: UpdateEvent): Transition {
  const { step, idle, cause } = state
  // Offered again, and not begun again without the user, whom the browser would ask once more.
  if (step === 'leaving') return event === 'stayed' ? offerAt(idle) : { state }
  switch (event) {
    case 'found':
      // A reload now would load the page of the worker that is about to be replaced.
      return activate('waiting', cause)
    case 'controlled': {
      const now = afterControlled(idle)
      // A newer worker serves the page now, so the server is not needed.
      return step === 'probing' && !needsServer(now) ? leave(now, cause) : { state: { ...state, idle: now } }
    }
    case 'removed':
      return step === 'probing' ? { state: { ...state, idle: 'removed' } } : leave('removed', cause)
    default:
      return step === 'probing' ? whileProbing(state, event) : whileSaving(state, event)
  }
}

function whileProbing(state: At<'reloading'>, event: UpdateEvent): Transition {
  const { idle, cause } = state
  if (event === 'reachable') return save(idle, cause)
  if (event !== 'unreachable') return { state }
  // Only the user is notified of a failure: a missing chunk has its own error page, and the operator's reload waits.
  return stay(idle, cause === 'user' ? { failure: 'unreachable' } : null)
}

function whileSaving(state: At<'reloading'>, event: UpdateEvent): Transition {
  if (event === 'saved') return { state: { ...state, step: 'leaving' }, command: 'reload' }
  return event === 'unsaved' ? offerAt(state.idle, 'unsaved') : { state }
}
