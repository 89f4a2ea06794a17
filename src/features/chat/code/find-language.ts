const languages = [
  ...['bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'go', 'graphql', 'ini', 'java', 'javascript', 'json', 'kotlin'],
  ...['less', 'lua', 'makefile', 'markdown', 'objectivec', 'perl', 'php', 'python', 'r', 'ruby', 'rust', 'scss'],
  ...['shell', 'sql', 'swift', 'typescript', 'vbnet', 'xml', 'yaml'],
] as const
export type Language = (typeof languages)[number]

/** Other names that users and models write after a code fence. */
const aliases: Record<string, Language> = {
  'c#': 'csharp',
  'c++': 'cpp',
  console: 'shell',
  cs: 'csharp',
  golang: 'go',
  h: 'c',
  hpp: 'cpp',
  html: 'xml',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  pl: 'perl',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
}

/** Returns the grammar for a name, or null when there is none. The language is never guessed from the code. */
export function findLanguage(name: string): Language | null {
  const lower = name.toLowerCase()
  const own = languages.find((each) => each === lower)
  return own ?? (Object.hasOwn(aliases, lower) ? (aliases[lower] ?? null) : null)
}
