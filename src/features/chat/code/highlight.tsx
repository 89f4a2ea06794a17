import { common, createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import styles from './code.module.css'
import type { Language } from './find-language.ts'

type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>
type Node = Tree['children'][number]

const lowlight = createLowlight()

/** Seven colours say enough; a name that is missing here has the colour of text. */
const kinds: Record<string, string | undefined> = {
  'hljs-comment': styles.comment,
  'hljs-quote': styles.comment,
  'hljs-keyword': styles.keyword,
  'hljs-selector-tag': styles.keyword,
  'hljs-name': styles.keyword,
  'hljs-section': styles.keyword,
  'hljs-string': styles.string,
  'hljs-regexp': styles.string,
  'hljs-addition': styles.string,
  'hljs-number': styles.number,
  'hljs-literal': styles.number,
  'hljs-symbol': styles.number,
  'hljs-bullet': styles.number,
  'hljs-title': styles.title,
  'hljs-selector-class': styles.title,
  'hljs-selector-id': styles.title,
  'hljs-built_in': styles.type,
  'hljs-type': styles.type,
  'hljs-class': styles.type,
  'hljs-attr': styles.attribute,
  'hljs-attribute': styles.attribute,
  'hljs-variable': styles.attribute,
  'hljs-template-variable': styles.attribute,
  'hljs-property': styles.attribute,
  'hljs-meta': styles.attribute,
  'hljs-deletion': styles.deletion,
}

/** Code as elements with the classes of their colours; a language is learnt when it is first met. */
export function highlight(code: string, language: Language): ReactNode {
  if (!lowlight.registered(language)) {
    const grammar = common[language]
    if (grammar) lowlight.register(language, grammar)
  }
  return lowlight.highlight(language, code).children.map(toElement)
}

function toElement(node: Node, index: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const names = node.properties.className
  const kind = Array.isArray(names)
    ? names.map((name) => kinds[String(name)]).find((each) => each !== undefined)
    : undefined
  const inner = node.children.map(toElement)
  return (
    <span key={String(index)} className={kind}>
      {inner}
    </span>
  )
}
