export type Form = Record<string, unknown>

/** Parses `items[0][price]=p` as `{items: {0: {price: 'p'}}}`, the meaning of Stripe's form bodies. */
export function formOf(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? name
    let place = form
    for (const part of path) {
      place[part] ??= {}
      place = place[part] as Form
    }
    place[last] = value
  }
  return form
}

/** A parameter that is an object; empty when it is missing. */
export const part = (form: Form, name: string): Form => (form[name] ?? {}) as Form
export const text = (form: Form, name: string): string => String(form[name] ?? '')
export const metadataOf = (form: Form): Record<string, string> => part(form, 'metadata') as Record<string, string>
/** The items of a list parameter. */
export const list = (form: Form, name: string): Form[] => Object.values(part(form, name)) as Form[]
