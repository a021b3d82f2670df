-- Asks the path given after "--" again and again, each time with another number in the place of COUNT, so that no two
-- questions are the same.
local path, count = "", 0

function init(args)
  path = args[1]
  math.randomseed(os.time())
  count = math.random(1000, 2 ^ 24)
end

function request()
  count = count + 1
  return wrk.format(nil, (path:gsub("COUNT", count)))
end
