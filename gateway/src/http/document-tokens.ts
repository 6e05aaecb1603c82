import { Lexer, Source, TokenKind } from 'graphql'

const OPENING: ReadonlySet<TokenKind> = new Set([
  TokenKind.BRACE_L,
  TokenKind.BRACKET_L,
  TokenKind.PAREN_L,
])
const CLOSING: ReadonlySet<TokenKind> = new Set([
  TokenKind.BRACE_R,
  TokenKind.BRACKET_R,
  TokenKind.PAREN_R,
])

export interface TokenLimits {
  readonly tokensMax: number
  /** Deepest nesting of brackets of any kind. */
  readonly nestingMax: number
}

/**
 * Scans the tokens of a document before it is parsed: the parser recurses one call deeper with every bracket, and
 * overflows the stack with enough of them. The parser reports invalid tokens.
 */
export function tokensViolation(
  text: string,
  limits: TokenLimits,
): 'too many' | 'too deep' | undefined {
  const lexer = new Lexer(new Source(text))
  let nesting = 0
  for (let count = 0; ; count += 1) {
    const kind = nextKind(lexer)
    if (kind === undefined || kind === TokenKind.EOF) return undefined
    if (count >= limits.tokensMax) return 'too many'
    if (CLOSING.has(kind)) nesting -= 1
    if (OPENING.has(kind)) nesting += 1
    if (nesting > limits.nestingMax) return 'too deep'
  }
}

function nextKind(lexer: Lexer): TokenKind | undefined {
  try {
    return lexer.advance().kind
  } catch {
    return undefined
  }
}
