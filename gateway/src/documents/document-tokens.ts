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

export interface ScannedTokens {
  readonly tokens: number
  /** The limit that is exceeded; scanning ends there. */
  readonly excess: 'tokens' | 'nesting' | undefined
}

/**
 * Counts the tokens of a document before it is parsed: the parser recurses one call deeper with every bracket, and
 * overflows the stack with enough of them. The parser reports invalid tokens.
 */
export function scanTokens(text: string, limits: TokenLimits): ScannedTokens {
  const lexer = new Lexer(new Source(text))
  let nesting = 0
  for (let tokens = 0; ; tokens += 1) {
    const kind = nextKind(lexer)
    if (kind === undefined || kind === TokenKind.EOF) return { tokens, excess: undefined }
    if (tokens >= limits.tokensMax) return { tokens, excess: 'tokens' }
    if (CLOSING.has(kind)) nesting -= 1
    if (OPENING.has(kind)) nesting += 1
    if (nesting > limits.nestingMax) return { tokens, excess: 'nesting' }
  }
}

function nextKind(lexer: Lexer): TokenKind | undefined {
  try {
    return lexer.advance().kind
  } catch {
    return undefined
  }
}
