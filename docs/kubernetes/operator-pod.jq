# A pod for the programs of operators, made from the Deployment of a service: its environment, and the address of the owner of the
# tables. It has a name of its own, which the network policies know: by that of the service, an autoscaler, the Service and the
# disruption budget would take it for a process.
.metadata.name as $service
| .spec.template
| {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "\($service)-operator",
      labels: (.metadata.labels + {
        "app.kubernetes.io/name": "\($service)-operator",
        "app.kubernetes.io/component": "operator"
      })
    },
    spec: (
      .spec
      | del(.topologySpreadConstraints)
      | .restartPolicy = "Never"
      # An export has every file of an organization.
      | (.volumes[] | select(.name == "tmp") | .emptyDir) = {}
      | .containers[0] |= (del(.startupProbe, .livenessProbe, .readinessProbe) | .command = ["sleep", "86400"])
      # That of webhooks has the address of its owner.
      | if any(.containers[0].env[]; .name == "DATABASE_MIGRATION_URL_FILE") then . else
          .containers[0].env += [
            { name: "DATABASE_MIGRATION_URL_FILE", value: "/run/secrets/takeoff/database-migration-url" }
          ]
          | (.volumes[] | select(.name == "secrets") | .projected.sources) += [
              {
                secret: {
                  name: "\($service)-owner",
                  items: [{ key: "database-url", path: "database-migration-url" }]
                }
              }
            ]
        end
    )
  }
