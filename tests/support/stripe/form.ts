type Fields = Record<string, unknown>

/** Parses `items[0][price]=p` as `{items: {0: {price: 'p'}}}`, the meaning of Stripe's form bodies. */
export function formOf(text: string): Fields {
  const form: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? name
    let place = form
    for (const part of path) {
      place[part] ??= {}
      place = place[part] as Fields
    }
    place[last] = value
  }
  return form
}
