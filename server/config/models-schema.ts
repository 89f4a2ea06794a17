import * as v from 'valibot'
import { MODEL_ID_MAX } from '#contract/limits.ts'
import { CONTEXT_MAX, CONTEXT_MIN } from '../limits/prompt-budget.ts'

const singleLine = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max))

/** One line about a model: the same in all languages, or one of each. */
const Description = v.union([singleLine(160), v.strictObject({ en: singleLine(160), es: singleLine(160) })])

const ModelSetting = v.strictObject({
  /** The name of the model at its server. */
  id: singleLine(MODEL_ID_MAX),
  label: singleLine(60),
  description: v.optional(Description),
  /** Without it as ASSISTANT_VISION says. */
  vision: v.optional(v.boolean()),
  tools: v.optional(v.boolean(), true),
  /** In tokens; without it as ASSISTANT_CONTEXT says. */
  context: v.optional(v.pipe(v.number(), v.integer(), v.minValue(CONTEXT_MIN), v.maxValue(CONTEXT_MAX))),
  /** The price of a million tokens in US dollars; without it TOKEN_PRICE. */
  price: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000))),
})
export type ModelSetting = v.InferOutput<typeof ModelSetting>

const MODELS_MAX = 50
const example = '[{"id":"llama3.2","label":"Llama 3.2"}]'

const ModelList = v.pipe(
  v.array(ModelSetting, `must be a JSON list of models, such as ${example}`),
  v.nonEmpty('must name at least one model'),
  v.maxLength(MODELS_MAX, `must name at most ${MODELS_MAX} models`),
  v.check((models) => new Set(models.map(({ id }) => id)).size === models.length, 'names the same id twice'),
)

/** The JSON text of ASSISTANT_MODELS; error messages name a model by its place in the list, and the wrong field. */
export const ModelsSetting = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const json = parseJson(dataset.value)
    if (json === undefined) {
      addIssue({ message: `must be JSON, such as ${example}` })
      return NEVER
    }
    const parsed = v.safeParse(ModelList, json)
    if (parsed.success) return parsed.output
    const [issue] = parsed.issues
    const path = issue.path?.map(({ key }) => key) ?? []
    addIssue({ message: path.length === 0 ? issue.message : `is wrong at ${describePath(path)}: ${issue.message}` })
    return NEVER
  }),
)

const describePath = ([index, ...fields]: readonly unknown[]): string =>
  [`model ${Number(index) + 1}`, ...fields.map(String)].join(', ')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
