import { describe, expect, it } from 'vitest'
import { speaksOfSelfHarm } from '#features/chat/care/phrases.ts'

describe('the check for self-harm', () => {
  it.each([
    'I want to kill myself',
    'i wanna die',
    'I just want to die. Nothing helps.',
    'I don’t want to live anymore',
    "I don't want to be here anymore.",
    'Lately I have been thinking about killing myself',
    "I'm going to hurt myself tonight",
    'I feel suicidal',
    'I keep having suicidal thoughts',
    'I tried to end my life last year',
    'Everyone would be better off without me',
    'I wish I was dead',
    'I cut my wrists again',
    'I WANT TO END IT ALL',
    'Quiero morirme',
    'me quiero morir',
    'Me quiero matar',
    'Ya no quiero vivir más.',
    'Pienso en suicidarme',
    'He intentado quitarme la vida',
    'Tengo pensamientos suicidas',
    'Voy a acabar con mi vida',
    'Todos estarían mejor sin mí',
    'Ojalá estuviera muerta',
    'Me corto los brazos cuando discuto',
    'quiero hacerme daño',
  ])('sees it in “%s”', (text) => {
    expect(speaksOfSelfHarm(text)).toBe(true)
  })

  it.each([
    'I am dying of laughter',
    'I want to die of embarrassment',
    'How do I kill the process that holds port 3000?',
    'kill -9 the server, then it can die',
    'This exam is killing me',
    'I would kill for a coffee',
    'I nearly killed myself laughing',
    'I cut myself some slack today',
    'I do not want to live in Madrid',
    'I want to die my hair blue',
    'My grandfather died last year',
    'Write an essay on suicide prevention in Japan',
    'What is the plot of Suicide Squad?',
    'Why did Werther commit suicide?',
    'The villain wants to kill the hero',
    'Deadlines: I want to disappear to a beach for a week',
    'Me muero de risa',
    'Me quiero morir de vergüenza',
    'Quiero morirme de la risa',
    'Me muero de hambre',
    'No quiero vivir en Madrid',
    'Mata el proceso del servidor',
    '¿Qué son las ideas suicidas? Es para un trabajo',
    'El protagonista quiere suicidarse',
    'Este calor me mata',
    'Voy a matar el tiempo en el tren',
  ])('does not see it in “%s”', (text) => {
    expect(speaksOfSelfHarm(text)).toBe(false)
  })

  it('reads a long pasted text in a short time', () => {
    const started = performance.now()
    expect(speaksOfSelfHarm('i want to i have been thinking '.repeat(20_000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
