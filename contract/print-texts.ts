/**
 * `node contract/print-texts.ts` prints every sentence of the contract and the server that a person may see, each once
 * and with its place: for a reader who edits them as a whole. A folder as argument prints another one's.
 */
import { isProduct, readSources } from '../scripts/imports.ts'
import { parse, type SyntaxNode, walk } from '../scripts/house.ts'

const roots = process.argv.length > 2 ? process.argv.slice(2) : ['contract/src', 'server/src']

/** A value in a sentence stands as its own source in braces. */
function literalText(node: SyntaxNode, source: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return (node.value as string).trim().replaceAll(/\s+/g, ' ')
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node.quasis as { value: { cooked: string } }[]
  const values = node.expressions as SyntaxNode[]
  return quasis
    .map(({ value }, i) => {
      const next = values[i]
      return value.cooked + (next ? `{${source.slice(next.start, next.end)}}` : '')
    })
    .join('')
}

/** Two words in a row, and neither a path, a query, a header nor a name of styles. */
const isSentence = (text: string): boolean =>
  /[A-Za-z]{2,}[,:;]? [A-Za-z({]/.test(text) &&
  !/^(select|insert|update|delete|alter|create|with|set|lock|begin|notify|listen|vacuum|copy)\b/i.test(
    text,
  ) &&
  !/^[a-z-]+\/[a-z]/.test(text)

/** Statements for the database are no sentences. */
const isStatement = (node: SyntaxNode): boolean =>
  node.type === 'TaggedTemplateExpression' && (node.tag as { name?: string }).name === 'sql'

const lineAt = (source: string, at: number) => source.slice(0, at).split('\n').length

function print(): void {
  const { files, read } = readSources()
  const printed = new Set<string>()
  for (const file of files.filter((one) => isProduct(one) && roots.some((root) => one.startsWith(root)))) {
    const source = read(file)
    const found: string[] = []
    let skippedTo = 0
    walk(parse(file, source), '', (node) => {
      if (node.start < skippedTo) return
      if (isStatement(node)) skippedTo = node.end
      const text = isStatement(node) ? undefined : literalText(node, source)
      if (text === undefined || !isSentence(text) || printed.has(text)) return
      printed.add(text)
      found.push(`  ${lineAt(source, node.start)}: ${text}`)
    })
    if (found.length > 0) console.log([file, ...found].join('\n'))
  }
}

print()
