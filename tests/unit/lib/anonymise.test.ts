import { describe, expect, it } from 'vitest'
import { anonymise } from '#lib/anonymise.ts'

const placeholders = { name: '[name]', email: '[email]', phone: '[phone]', address: '[address]', link: '[link]' }
const names = ['Ana María', 'Ana', 'Byron', 'ana_b']
const of = (text: string) => anonymise(text, names, placeholders).text

describe('the replacement of names and addresses', () => {
  it.each([
    ['Write to ana.b@mail.example.org.', 'Write to [email].'],
    ['Call +44 20 7946 0958 or (020) 7946-0958', 'Call [phone] or [phone]'],
    ['Call 020\u20117946\u20110958 or 612–345–678', 'Call [phone] or [phone]'],
    ['Llama al 612 345 678', 'Llama al [phone]'],
    ['I live at 12 Old Mill Road, Leeds', 'I live at [address], Leeds'],
    ['Vivo en la calle de la Princesa, 31', 'Vivo en la [address]'],
    ['C/ Mayor 5', '[address]'],
    ['See https://example.org/users/ana-b and more', 'See https://example.org/[link] and more'],
    ['https://ana:secret@example.org/a?session=1.', 'https://example.org/[link].'],
    ['ANA MARÍA Byron asked, and Ana answered ana_b', '[name] [name] asked, and [name] answered [name]'],
    ['My name is Maria Lopez. Dear Mrs. Smith,', 'My name is [name]. Dear Mrs. [name],'],
    ['My sister Clara and tu hermano José Ruiz', 'My sister [name] and tu hermano [name]'],
    ['Me llamo Ana y me llamo Jorge Ruiz', 'Me llamo [name] y me llamo [name]'],
  ])('makes of %s', (text, expected) => {
    expect(of(text)).toBe(expected)
  })

  it.each([
    'Bananas and Analysis',
    'On 2024-03-05, from 1914-1918, for 10 000 000 or 1234567 of them',
    'From 2019–2023, on 2024‐03‐05 and 5–3–2024, 2024-03-05–2024-03-09',
    'Between 10 000–20 000 and 15.000 – 20.000, in 2019—2000 of 1234567—1234568',
    'See https://en.wikipedia.org/wiki/Heron, it says',
    'Version 3.11.2 and 0.123456',
  ])('leaves %s', (text) => {
    expect(of(text)).toBe(text)
  })

  it.each(["O'Brien", 'O’Brien'])('finds %s with a straight and with a typographic apostrophe', (name) => {
    const { text } = anonymise("O'Brien and O’Brien asked", [name], placeholders)
    expect(text).toBe('[name] and [name] asked')
  })

  it.each([
    ['Me llamo María García y vivo', 'Me llamo [name] y vivo'],
    [
      'My name is María. López and GARCÍA asked, la señora De la Cruz-Vega',
      'My name is [name]. [name] and [name] asked, la señora [name]',
    ],
    ['De la casa de Vega a la de Cruz', 'De la casa de [name] a la de [name]'],
  ])('leaves no surname in %s', (text, expected) => {
    const full = ['María García López', 'María', 'García López', 'De la Cruz-Vega']
    expect(anonymise(text, full, placeholders).text).toBe(expected)
  })

  it('counts a known name that is introduced once', () => {
    expect(anonymise('Me llamo Ana', names, placeholders)).toEqual({ text: 'Me llamo [name]', count: 1 })
  })

  it('takes every punctuation character of a name as itself', () => {
    const name = String.raw`A.*+?^${'$'}{}()|[]\'/-b`
    expect(anonymise(`I am ${name} here`, [name], placeholders).text).toBe('I am [name] here')
  })

  it('counts what it has replaced', () => {
    expect(anonymise('Ana: a@b.example, 612 345 678', names, placeholders).count).toBe(3)
    expect(anonymise('Nothing', names, placeholders).count).toBe(0)
  })
})
