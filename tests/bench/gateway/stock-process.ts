import { readFile } from 'node:fs/promises'
import { ApolloGateway } from '@apollo/gateway'
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'

/** @apollo/gateway as its documentation starts it. The argument is the supergraph's file. */
const supergraphSdl = await readFile(process.argv[2] ?? '', 'utf8')
const server = new ApolloServer({ gateway: new ApolloGateway({ supergraphSdl }) })
const { url } = await startStandaloneServer(server, { listen: { host: '127.0.0.1', port: 0 } })
process.on('disconnect', () => process.exit())
process.send?.({ url })
