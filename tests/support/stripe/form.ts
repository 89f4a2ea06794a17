type Fields = Record<string, unknown>

/** `items[0][price]=p` as `{items: {0: {price: 'p'}}}`: what Stripe's form bodies mean. */
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
