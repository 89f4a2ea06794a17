/** What `detectVoice` knows after the last level. */
export interface Activity {
  isVoice: boolean
  /** Since when the level contradicts `isVoice`; null while it does not. */
  since: number | null
  /** The level of the background, by which the threshold rises. */
  floor: number
  /** The time of the first level. */
  begun: number | null
}

export interface ActivityOptions {
  /** The lowest level that begins a voice; half of the threshold ends it. */
  level: number
  /** The threshold is at least this many times the background. */
  factor: number
  /** How long a sound must last to be a voice: it reaches the threshold, then does not fall below half of it. */
  attackMs: number
  /** How long it must stay below before the voice has ended. */
  pauseMs: number
  /** At the beginning everything counts as background, such as the app's own voice from the loudspeaker. */
  learnMs: number
}

export const noActivity: Activity = { isVoice: false, since: null, floor: 0, begun: null }

/** For the user's turn. */
export const turnOptions: ActivityOptions = { level: 0.015, factor: 3, attackMs: 100, pauseMs: 1_400, learnMs: 0 }
/** For the user who interrupts: what echo cancellation leaves of the answer must not do it. */
export const interruptOptions: ActivityOptions = {
  ...{ level: 0.05, factor: 2.5, attackMs: 250, pauseMs: 500 },
  learnMs: 700,
}

/** How much of each quiet level goes into the background. */
const SHARE = 0.03

/**
 * Whether somebody speaks, by the levels of a microphone (root mean square, 0 to 1) and their times in milliseconds.
 */
export function detectVoice(before: Activity, level: number, now: number, options: ActivityOptions): Activity {
  const begun = before.begun ?? now
  const { isVoice } = before
  if (now - begun < options.learnMs) {
    return { isVoice: false, since: null, floor: Math.max(before.floor, level), begun }
  }
  const upper = Math.max(options.level, before.floor * options.factor)
  const lower = upper / 2
  const floor = isVoice || level >= lower ? before.floor : before.floor * (1 - SHARE) + level * SHARE
  // Between the two thresholds a begun attack continues and may complete; a begun pause is cancelled.
  const isOpposite = isVoice ? level < lower : level >= upper
  const isBack = isVoice ? level >= lower : level < lower
  const since = isBack ? null : (before.since ?? (isOpposite ? now : null))
  const isChanged = since !== null && now - since >= (isVoice ? options.pauseMs : options.attackMs)
  return isChanged ? { isVoice: !isVoice, since: null, floor, begun } : { isVoice, since, floor, begun }
}
