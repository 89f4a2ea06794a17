import * as v from 'valibot'
import type { AnswerOptions } from './assistant.ts'

const Input = v.object({ query: v.pipe(v.string(), v.maxLength(1_000)) })
const inputSchema = {
  type: 'object',
  properties: { query: { type: 'string', description: 'A few words, as for a search engine, in the best language' } },
  required: ['query'],
  additionalProperties: false,
} as const
const description =
  'Searches the web and returns numbered pages. Use it for what may have changed, for facts that you are not sure of, and ' +
  'when the person asks to look something up; not for greetings or thoughts. Put nothing private about the person into ' +
  'the query unless they ask for it.'
/** Requests to the model for one answer; the last one has no tools. */
const STEPS_MAX = 5

/** The options of `streamText` with which a model may search the web while it answers. */
export async function webSearchTool(lookUp: NonNullable<AnswerOptions['lookUp']>) {
  const { jsonSchema, stepCountIs, tool } = await import('ai')
  let calls = 0
  let more = true
  let failure: { error: unknown } | null = null

  const schema = jsonSchema<v.InferOutput<typeof Input>>(inputSchema, {
    validate: (value) => {
      const input = v.safeParse(Input, value)
      return input.success ? { success: true, value: input.output } : { success: false, error: new Error('query') }
    },
  })
  const web_search = tool({
    description,
    inputSchema: schema,
    execute: async ({ query }) => {
      calls += 1
      try {
        const found = await lookUp(query)
        more = found.more
        return found.text
      } catch (error) {
        failure = { error }
        throw error
      }
    },
  })
  return {
    options: {
      tools: { web_search },
      stopWhen: stepCountIs(STEPS_MAX),
      // Without another look-up, and before the last step, the model gets no tools: it has to answer.
      prepareStep: ({ stepNumber }: { stepNumber: number }) =>
        more && stepNumber < STEPS_MAX - 1 ? {} : { activeTools: [] as 'web_search'[] },
    },
    wasCalled: () => calls > 0,
    /** Throws the error of a look-up; arguments that do not fit the schema are none, the model may call again. */
    throwFailure: () => {
      if (failure !== null) throw failure.error
    },
  }
}
