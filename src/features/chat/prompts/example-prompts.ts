export type Moment = 'morning' | 'day' | 'evening' | 'night'

export interface ExamplePrompt {
  /** Never change an id: the device stores the ids that were shown last. */
  id: string
  topic: 'people' | 'decisions' | 'plans' | 'words' | 'learning' | 'feelings'
  /** Undefined: at any time of day. */
  when?: Moment
  en: string
  es: string
}

const prompt = (id: string, topic: ExamplePrompt['topic'], en: string, es: string, when?: Moment): ExamplePrompt => ({
  id,
  topic,
  en,
  es,
  ...(when === undefined ? {} : { when }),
})

/** Typical questions of users in both languages; each can be sent unchanged. */
export const examplePrompts: readonly ExamplePrompt[] = [
  prompt(
    'm1',
    'plans',
    'I have one hour before work. What should I do with it, if I want to feel less hurried?',
    'Tengo una hora antes del trabajo. ¿Qué hago con ella si quiero ir con menos prisa?',
    'morning',
  ),
  prompt(
    'm2',
    'plans',
    'Ask me five questions that help me plan this day, one at a time.',
    'Hazme cinco preguntas, una por una, que me ayuden a planear este día.',
    'morning',
  ),
  prompt(
    'm3',
    'feelings',
    'I woke up worried and do not know why. Help me find out.',
    'Me desperté con preocupación y no sé por qué. Ayúdame a averiguarlo.',
    'morning',
  ),
  prompt(
    'm4',
    'words',
    'Help me write the difficult email that I have put off since last week.',
    'Ayúdame a escribir el correo difícil que llevo una semana aplazando.',
    'morning',
  ),
  prompt(
    'm5',
    'decisions',
    'I have three tasks and time for one. How do I choose?',
    'Tengo tres tareas y tiempo para una. ¿Cómo elijo?',
    'morning',
  ),
  prompt(
    'd1',
    'plans',
    'Make me a plan for this week that survives a bad Tuesday.',
    'Hazme un plan para esta semana que aguante un martes malo.',
    'day',
  ),
  prompt(
    'd2',
    'people',
    'A colleague takes credit for my work. What can I say without starting a war?',
    'Un colega se atribuye mi trabajo. ¿Qué puedo decir sin empezar una guerra?',
    'day',
  ),
  prompt(
    'd3',
    'words',
    'Turn my notes into a message that a busy person reads to the end.',
    'Convierte mis notas en un mensaje que alguien ocupado lea hasta el final.',
    'day',
  ),
  prompt(
    'd4',
    'decisions',
    'What should I weigh before I sign a two-year contract?',
    '¿Qué debería sopesar antes de firmar un contrato de dos años?',
    'day',
  ),
  prompt(
    'd5',
    'learning',
    'Explain compound interest to me with a loan that a normal person has.',
    'Explícame el interés compuesto con un préstamo como el que tiene cualquiera.',
    'day',
  ),
  prompt(
    'e1',
    'feelings',
    'I snapped at my children today. Help me think about tomorrow.',
    'Hoy les grité a mis hijos. Ayúdame a pensar en mañana.',
    'evening',
  ),
  prompt(
    'e2',
    'plans',
    'What can I cook with eggs, rice and half a cabbage in twenty minutes?',
    '¿Qué puedo cocinar con huevos, arroz y media col en veinte minutos?',
    'evening',
  ),
  prompt(
    'e3',
    'people',
    'How do I tell a friend that I cannot go on listening every evening?',
    '¿Cómo le digo a una amiga que no puedo seguir escuchándola cada noche?',
    'evening',
  ),
  prompt(
    'e4',
    'feelings',
    'Help me look back at this day: what was good, and what do I let go?',
    'Ayúdame a repasar este día: ¿qué fue bueno y qué dejo ir?',
    'evening',
  ),
  prompt(
    'e5',
    'learning',
    'Tell me a true story from history that takes five minutes and stays with me.',
    'Cuéntame una historia real de cinco minutos que se me quede.',
    'evening',
  ),
  prompt(
    'n1',
    'feelings',
    'I cannot sleep because of something I said. Help me see it in proportion.',
    'No puedo dormir por algo que dije. Ayúdame a verlo en su medida.',
    'night',
  ),
  prompt(
    'n2',
    'feelings',
    'Help me write down what turns in my head, so that it can wait until morning.',
    'Ayúdame a anotar lo que me da vueltas, para que pueda esperar a mañana.',
    'night',
  ),
  prompt(
    'n3',
    'decisions',
    'It is late and I want to send an angry message. What should I think of first?',
    'Es tarde y quiero enviar un mensaje con enfado. ¿Qué debería pensar antes?',
    'night',
  ),
  prompt(
    'n4',
    'learning',
    'Explain why the sky at night is dark, slowly.',
    'Explícame despacio por qué el cielo de noche es oscuro.',
    'night',
  ),
  prompt(
    'n5',
    'plans',
    'I start a new shift pattern tomorrow. How do I protect my sleep?',
    'Mañana empiezo con turnos nuevos. ¿Cómo protejo mi sueño?',
    'night',
  ),
  prompt(
    'p1',
    'people',
    'Help me say no to lending money to my brother without hurting him.',
    'Ayúdame a decirle que no a mi hermano, que me pide dinero, sin herirlo.',
  ),
  prompt(
    'p2',
    'people',
    'My mother should stop driving. How do I begin that conversation?',
    'Mi madre debería dejar de conducir. ¿Cómo empiezo esa conversación?',
  ),
  prompt(
    'p3',
    'people',
    'I want to apologise, and not explain myself. Read my words and tell me where I do.',
    'Quiero pedir perdón sin justificarme. Lee mis palabras y dime dónde lo hago.',
  ),
  prompt(
    'p4',
    'people',
    'Two friends of mine have fallen out. What is fair to each of them?',
    'Dos amigos míos se han peleado. ¿Qué es justo para cada uno?',
  ),
  prompt(
    'p5',
    'decisions',
    'Argue for and against my moving to another city, as fairly as you can.',
    'Da razones a favor y en contra de que me mude de ciudad, con toda la justicia que puedas.',
  ),
  prompt(
    'p6',
    'decisions',
    'What would I want to know in ten years before I decide this now?',
    '¿Qué querría saber dentro de diez años antes de decidir esto ahora?',
  ),
  prompt(
    'p7',
    'decisions',
    'Find the weakest point in my plan before somebody else does.',
    'Encuentra el punto más débil de mi plan antes de que lo haga otra persona.',
  ),
  prompt(
    'p8',
    'plans',
    'Break a big job that scares me into steps of twenty minutes.',
    'Divide una tarea grande que me asusta en pasos de veinte minutos.',
  ),
  prompt(
    'p9',
    'plans',
    'I have 300 euros a month to save. What order makes sense?',
    'Puedo ahorrar 300 euros al mes. ¿En qué orden tiene sentido hacerlo?',
  ),
  prompt(
    'p10',
    'words',
    'Make this text half as long and keep what matters.',
    'Acorta este texto a la mitad y conserva lo que importa.',
  ),
  prompt(
    'p11',
    'words',
    'Help me write a letter of thanks to a teacher I have not seen for years.',
    'Ayúdame a escribir una carta de gracias a un profesor al que hace años que no veo.',
  ),
  prompt('p12', 'words', 'How would I say this to a child of eight?', '¿Cómo le diría esto a una niña de ocho años?'),
  prompt(
    'p13',
    'learning',
    'Teach me to read a medical study, with one that is often misunderstood.',
    'Enséñame a leer un estudio médico, con uno que se suele entender mal.',
  ),
  prompt(
    'p14',
    'learning',
    'Practise job interview questions with me, and be strict.',
    'Practica conmigo preguntas de una entrevista de trabajo, y sé exigente.',
  ),
  prompt(
    'p15',
    'learning',
    'What do people who disagree with me about this know that I do not?',
    '¿Qué saben quienes no están de acuerdo conmigo que yo no sé?',
  ),
  prompt(
    'p16',
    'feelings',
    'I am envious of a friend. What can I learn from that?',
    'Siento envidia de una amiga. ¿Qué puedo aprender de eso?',
  ),
  prompt(
    'p17',
    'feelings',
    'Sit with me while I decide whether to forgive somebody.',
    'Acompáñame mientras decido si perdono a alguien.',
  ),
  prompt(
    'p18',
    'feelings',
    'I lost somebody a month ago and everybody thinks I am fine. Talk with me.',
    'Perdí a alguien hace un mes y todos creen que estoy bien. Habla conmigo.',
  ),
]

export function momentOf(now: Date): Moment {
  const hour = now.getHours()
  if (hour < 5 || hour >= 23) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'day' : 'evening'
}

const ROW = 3

/**
 * Chooses three prompts: the first fits the time of day, the others any time, each with another topic. Excludes the ids
 * in `last`. `random` returns a number from 0 to 1.
 */
export function choosePrompts(now: Date, last: readonly string[], random: () => number = Math.random): ExamplePrompt[] {
  const fresh = examplePrompts.filter(({ id }) => !last.includes(id))
  const moment = momentOf(now)
  const row: ExamplePrompt[] = []
  for (let n = 0; n < ROW; n += 1) {
    const topics = row.map(({ topic }) => topic)
    const fitting = fresh.filter(({ when, topic }) => (n === 0 ? when === moment : !when) && !topics.includes(topic))
    const next = fitting[Math.floor(random() * fitting.length)]
    if (next) row.push(next)
  }
  return row
}
