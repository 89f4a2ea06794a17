import * as v from 'valibot'
import { boundedArray } from '#contract/primitives.ts'

/** A longer list is rejected. */
const MODELS_MAX = 10_000

export const Models = v.object({
  data: boundedArray(v.object({ id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000)) }), MODELS_MAX),
})

/** The models of a server in its order; null when it does not respond as a model server within `ms`. */
export async function findModels(baseUrl: string, apiKey: string | null, ms: number): Promise<string[] | null> {
  try {
    const headers = new Headers(apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` })
    const response = await fetch(`${baseUrl}/models`, { headers, signal: AbortSignal.timeout(ms) })
    if (!response.ok) return null
    const models = v.safeParse(Models, await response.json())
    return models.success ? models.output.data.map((model) => model.id) : null
  } catch {
    // The server is unreachable, too slow, or no model server: the caller handles that.
    return null
  }
}
