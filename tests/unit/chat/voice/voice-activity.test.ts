import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ActivityOptions,
  detectVoice,
  interruptOptions,
  noActivity,
  turnOptions,
} from '#features/chat/voice/engines/voice-activity.ts'

const STEP = 50

/** The times at which a voice began and ended; each level lasts for 50 ms. */
function changesOf(levels: readonly number[], options: ActivityOptions): number[] {
  let activity = noActivity
  const changes: number[] = []
  for (const [index, level] of levels.entries()) {
    const next = detectVoice(activity, level, index * STEP, options)
    if (next.isVoice !== activity.isVoice) changes.push(index * STEP)
    activity = next
  }
  return changes
}
const lasting = (level: number, ms: number): number[] => Array.from({ length: ms / STEP }, () => level)

const options: ActivityOptions = { level: 0.02, factor: 3, attackMs: 100, pauseMs: 1_000, learnMs: 0 }

describe('detecting a voice', () => {
  it('begins after the attack, and ends after a pause that is long enough', () => {
    const levels = [...lasting(0, 500), ...lasting(0.1, 800), ...lasting(0, 2_000)]
    expect(changesOf(levels, options)).toEqual([600, 2_300])
  })

  it('is not a click, nor ended by a breath', () => {
    expect(changesOf([...lasting(0, 500), ...lasting(0.5, 50), ...lasting(0, 500)], options)).toEqual([])
    const breath = [...lasting(0.1, 500), ...lasting(0, 900), ...lasting(0.1, 500), ...lasting(0, 1_100)]
    expect(changesOf(breath, options)).toEqual([100, 2_900])
  })

  it('has hysteresis: a level between the thresholds neither begins nor ends anything', () => {
    expect(changesOf([...lasting(0.015, 3_000)], options)).toEqual([])
    expect(changesOf([...lasting(0.1, 500), ...lasting(0.015, 3_000)], options)).toEqual([100])
  })

  it('needs more than a loud background', () => {
    expect(changesOf([...lasting(0.009, 20_000), ...lasting(0.024, 2_000)], options)).toEqual([])
    expect(changesOf([...lasting(0.009, 20_000), ...lasting(0.05, 500)], options)).toEqual([20_100])
  })

  it('takes what it hears first for background, such as the answer from the loudspeaker', () => {
    const echo = [...lasting(0.04, 700), ...lasting(0.08, 5_000)]
    expect(changesOf(echo, interruptOptions)).toEqual([])
    expect(changesOf([...echo, ...lasting(0.3, 500)], interruptOptions)).toEqual([5_950])
  })

  it('never begins in silence, whatever came before, and always ends in it', () => {
    const level = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(
        fc.array(level, { maxLength: 200 }),
        fc.constantFrom(turnOptions, interruptOptions),
        (levels, own) => {
          const changes = changesOf([...levels, ...lasting(0, own.pauseMs + 100)], own)
          expect(changes.length % 2).toBe(0)
          for (const [index, time] of changes.entries()) {
            if (index % 2 === 0) expect(time).toBeLessThan(levels.length * STEP)
          }
        },
      ),
    )
  })
})
