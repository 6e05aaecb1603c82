import type { FileResolvers } from './generated.ts'

export const File: FileResolvers = {
  redirectUrl: ({ id }, _args, { links }) => links.redirectUrl(id),
  url: ({ id }, _args, { links }) => links.signedUrl(id),
}
