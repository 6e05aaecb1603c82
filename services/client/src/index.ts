export * from './generated/operations.ts'
export type { TypedDocument, TypedDocumentString } from './typed-document.ts'
