import { expect, test } from 'vitest'
import { proposeFact } from '#features/chat/memory/propose-fact.ts'

test.each([
  ['My name is Ana.', 'My name is Ana'],
  ['Hi, my name is Ana María. How are you?', 'My name is Ana María'],
  ['Please remember that I cannot eat nuts!', 'I cannot eat nuts'],
  ["By the way, don't forget that my train leaves at six", 'My train leaves at six'],
  ['Could you remember: my sister visits on Sundays', null],
  ['Remember: my sister visits on Sundays', null],
  ['I live in Lyon with two cats. Plan a weekend.', 'I live in Lyon with two cats'],
  ["I'm allergic to penicillin", "I'm allergic to penicillin"],
  ['I have two daughters and no time', 'I have two daughters and no time'],
  ['What can I cook? I don’t eat meat.', 'I don’t eat meat'],
  ['call me Robin', 'Call me Robin'],
  ["My wife's name is Joan", "My wife's name is Joan"],
  ['You can call me Robin', 'You can call me Robin'],
  ['MY NAME IS ROBIN', 'MY NAME IS ROBIN'],
  ['I am from Évora', 'I am from Évora'],
  ['My favourite time of day is dawn', 'My favourite time of day is dawn'],
  ['Me llamo Ana.', 'Me llamo Ana'],
  ['Hola, me llamo Ana y busco trabajo', 'Me llamo Ana y busco trabajo'],
  ['Recuerda que no puedo comer nueces', 'No puedo comer nueces'],
  ['Por favor, no olvides que mi tren sale a las seis.', 'Mi tren sale a las seis'],
  ['Vivo en Sevilla. ¿Qué tiempo hará?', 'Vivo en Sevilla'],
  ['Soy alérgica a la penicilina', 'Soy alérgica a la penicilina'],
  ['Tengo dos hijas', 'Tengo dos hijas'],
  ['TENGO 40 AÑOS', 'TENGO 40 AÑOS'],
  ['Puedes llamarme Ana', 'Puedes llamarme Ana'],
  ['Mis colores favoritos son el verde y el azul', 'Mis colores favoritos son el verde y el azul'],
  ['Mi marido se llama Juan', 'Mi marido se llama Juan'],
])('“%s” proposes the fact %j', (message, fact) => {
  expect(proposeFact(message)).toBe(fact)
})

test.each([
  'What is my name?',
  'Do you remember that film?',
  'If I lived in Lyon, what would I need?',
  "I don't live in Lyon any more",
  'I am tired',
  'I am from',
  'I have a question',
  'I have a dog problem? no',
  'He said: my name is Legion',
  '> My name is Ana',
  '“My name is Ana” is a line of the play',
  'Call me later',
  'CALL ME LATER',
  'SOY DE LETRAS',
  'call me back tomorrow',
  '```\nmy name is x\n```',
  '¿Te llamas Ana?',
  '¿Recuerdas que te lo dije?',
  'Estoy cansado',
  'Soy de los que madrugan',
  'No vivo en Sevilla',
  'Llámame mañana',
  `My name is ${'x'.repeat(400)}`,
  `My name is Ana. ${'And more. '.repeat(200)}`,
])('“%s” proposes no fact', (message) => {
  expect(proposeFact(message)).toBeNull()
})
